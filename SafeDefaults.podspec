Pod::Spec.new do |s|
  s.name = 'SafeDefaults'
  s.version = '0.1.0'
  s.summary = 'Typed settings over UserDefaults: enum keys, declared types and defaults, no invented values.'
  s.description = <<~TEXT
    SafeDefaults gives every feature area a small domain type. Its keys are an enum, its settings have a type and a
    default that the compiler checks, and what can't be read is told apart from what was never stored.
  TEXT
  s.homepage = 'https://github.com/SafeDefaults/SafeDefaults'
  s.license = { type: 'MIT', file: 'LICENSE' }
  s.author = 'The SafeDefaults authors'
  s.source = { git: "#{s.homepage}.git", tag: s.version.to_s }

  # The floors of Package.swift.
  s.osx.deployment_target = '12.0'
  s.ios.deployment_target = '15.0'
  s.tvos.deployment_target = '15.0'
  s.watchos.deployment_target = '9.0'
  s.visionos.deployment_target = '1.0'

  s.swift_versions = ['6.0']
  s.module_name = 'SafeDefaults'
  s.frameworks = 'Foundation'

  # A subspec for each module of Package.swift. CocoaPods compiles those that a target takes into one module, SafeDefaults,
  # so names of files are unique over all of them.
  s.default_subspecs = 'Core'
  s.subspec 'Base' do |base|
    base.source_files = ['Sources/SafeDefaultsBase/**/*.swift', 'Sources/CSafeDefaults/include/*.h']
  end
  s.subspec 'Core' do |core|
    core.source_files = 'Sources/SafeDefaults/**/*.swift'
    core.dependency 'SafeDefaults/Base'
    core.resource_bundles = { 'SafeDefaults_Privacy' => ['Sources/SafeDefaults/PrivacyInfo.xcprivacy'] }
  end
  s.subspec 'Formats' do |formats|
    formats.source_files = 'Sources/SafeDefaultsFormats/**/*.swift'
    formats.dependency 'SafeDefaults/Core'
  end
  s.subspec 'UI' do |ui|
    ui.source_files = 'Sources/SafeDefaultsUI/**/*.swift'
    ui.dependency 'SafeDefaults/Core'
  end
  s.subspec 'Cloud' do |cloud|
    cloud.source_files = 'Sources/SafeDefaultsCloud/**/*.swift'
    cloud.dependency 'SafeDefaults/Core'
  end
  s.subspec 'Files' do |files|
    files.source_files = 'Sources/SafeDefaultsFiles/**/*.swift'
    files.resource_bundles = { 'SafeDefaultsFiles_Privacy' => ['Sources/SafeDefaultsFiles/PrivacyInfo.xcprivacy'] }
    files.dependency 'SafeDefaults/Formats'
  end
  s.subspec 'Migrations' do |migrations|
    migrations.source_files = 'Sources/SafeDefaultsMigrations/**/*.swift'
    migrations.dependency 'SafeDefaults/Formats'
  end
  s.subspec 'Snapshots' do |snapshots|
    snapshots.source_files = 'Sources/SafeDefaultsSnapshots/**/*.swift'
    snapshots.dependency 'SafeDefaults/Formats'
  end
  s.subspec 'Archives' do |archives|
    archives.source_files = 'Sources/SafeDefaultsArchives/**/*.swift'
    archives.dependency 'SafeDefaults/Formats'
  end
  s.subspec 'Inspection' do |inspection|
    inspection.source_files = 'Sources/SafeDefaultsInspection/**/*.swift'
    inspection.dependency 'SafeDefaults/Core'
  end
  s.subspec 'Etcd' do |etcd|
    etcd.source_files = 'Sources/SafeDefaultsEtcd/**/*.swift'
    etcd.dependency 'SafeDefaults/Core'
  end
  s.subspec 'Command' do |command|
    command.source_files = 'Sources/SafeDefaultsCommand/**/*.swift'
    command.dependency 'SafeDefaults/Files'
    command.dependency 'SafeDefaults/Inspection'
    command.dependency 'SafeDefaults/Snapshots'
  end

  # The features of Package.swift; the package's name, for what its modules share; and, because a type is named like the
  # module, the flag without which no client of a library-evolution build could read the module's interface.
  s.pod_target_xcconfig = {
    'OTHER_SWIFT_FLAGS' => [
      '$(inherited)',
      '-enable-upcoming-feature ExistentialAny',
      '-enable-upcoming-feature MemberImportVisibility',
      '-enable-upcoming-feature InternalImportsByDefault',
      '-package-name SafeDefaults',
      '-Xfrontend -alias-module-names-in-module-interface',
    ].join(' '),
  }
end

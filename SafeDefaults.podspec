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
  s.source_files = 'Sources/SafeDefaults/**/*.swift'
  s.resource_bundles = { 'SafeDefaults_Privacy' => ['Sources/SafeDefaults/PrivacyInfo.xcprivacy'] }
  s.frameworks = 'Foundation'

  # The features of Package.swift; and, because a type is named like the module, the flag without which no client of a
  # library-evolution build could read the module's interface.
  s.pod_target_xcconfig = {
    'OTHER_SWIFT_FLAGS' => [
      '$(inherited)',
      '-enable-upcoming-feature ExistentialAny',
      '-enable-upcoming-feature MemberImportVisibility',
      '-enable-upcoming-feature InternalImportsByDefault',
      '-Xfrontend -alias-module-names-in-module-interface',
    ].join(' '),
  }
end

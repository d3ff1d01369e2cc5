# Evaluates SafeDefaults.podspec against a stub of Pod::Spec and compares it with `swift package dump-package`, given as
# a file. Prints the flags and the sources that a pod would be built with, one a line; fails with a sentence.
require 'json'

# Takes any attribute, with any platform before it, and gives it back.
class StubSpec
  PLATFORMS = %w[osx ios tvos watchos visionos].freeze

  attr_reader :attributes, :subspecs, :dependencies

  def initialize
    @attributes = {}
    @subspecs = {}
    @dependencies = []
    yield self
  end

  def subspec(name, &block) = @subspecs[name] = StubSpec.new(&block)

  def dependency(name) = @dependencies << name

  def method_missing(name, *values)
    name = name.to_s
    return @attributes[name.chomp('=')] = values.first if name.end_with?('=')
    return @attributes[name] ||= StubSpec.new {} if PLATFORMS.include?(name)

    @attributes.fetch(name) { abort "podspec: reads \"#{name}\", which it hasn't set" }
  end

  def respond_to_missing?(*) = true
end

module Pod
  Spec = StubSpec
end

def check(condition, message)
  abort "podspec: #{message}" unless condition
end

spec = eval(File.read('SafeDefaults.podspec'), binding, 'SafeDefaults.podspec') # rubocop:disable Security/Eval
package = JSON.parse(File.read(ARGV.fetch(0)))
target = package['targets'].find { |candidate| candidate['name'] == 'SafeDefaults' }

# What CocoaPods requires, and what must be the same as in the package.
%w[name version summary homepage license author source swift_versions default_subspecs].each do |name|
  check(spec.attributes.key?(name), "lacks #{name}")
end
check(spec.name == package['name'], "is named #{spec.name}, the package #{package['name']}")
check(spec.module_name == target['name'], "has the module #{spec.module_name}, the package #{target['name']}")
check(spec.version.match?(/\A\d+\.\d+\.\d+\z/), "has the version #{spec.version}, which is not of the form 1.2.3")
check(spec.source[:tag] == spec.version, "takes the tag #{spec.source[:tag]} for the version #{spec.version}")
check(spec.license[:type] == 'MIT' && File.read(spec.license[:file]).start_with?('MIT License'), 'has another licence')
check(spec.summary.length <= 140, 'has a summary of more than 140 characters')

# Platforms.
names = { 'macos' => 'osx', 'ios' => 'ios', 'tvos' => 'tvos', 'watchos' => 'watchos', 'visionos' => 'visionos' }
floors = package['platforms'].to_h { |platform| [names.fetch(platform['platformName']), platform['version']] }
targets = StubSpec::PLATFORMS.to_h { |name| [name, spec.public_send(name).attributes['deployment_target']] }.compact
check(targets == floors, "has the platforms #{targets}, the package #{floors}")

# Language mode and flags.
modes = package['swiftLanguageVersions'] || []
check(spec.swift_versions.map { |version| version.split('.').first } == modes.map { |mode| mode.split('.').first },
      "has the Swift versions #{spec.swift_versions}, the package the language modes #{modes}")
flags = spec.pod_target_xcconfig.fetch('OTHER_SWIFT_FLAGS').split - ['$(inherited)']
features = target['settings'].map { |setting| setting['kind'].dig('enableUpcomingFeature', '_0') }.compact
enabled = flags.each_cons(2).select { |first, _| first == '-enable-upcoming-feature' }.map(&:last)
check(enabled.sort == features.sort, "enables the features #{enabled}, the package #{features}")
check(flags.each_cons(2).include?(%w[-Xfrontend -alias-module-names-in-module-interface]),
      'lacks -Xfrontend -alias-module-names-in-module-interface')
check(flags.each_cons(2).include?(['-package-name', package['name']]), 'lacks -package-name')

# Modules and their files.
libraries = package['targets'].select { |candidate| candidate['type'] == 'regular' && candidate['name'] =~ /^SafeDefaults/ }
names = libraries.to_h { |library| [library['name'], library['name'].delete_prefix('SafeDefaults')] }
names['SafeDefaults'] = 'Core'
check(spec.subspecs.keys.sort == names.values.sort, "has the subspecs #{spec.subspecs.keys}, the package #{names.values}")
check(spec.default_subspecs == 'Core', "takes #{spec.default_subspecs} by default")
check(spec.dependencies.empty?, "depends on #{spec.dependencies}")
sources = libraries.flat_map do |library|
  name = library['name']
  part = spec.subspecs.fetch(names[name])
  headers, files = Dir.glob(part.source_files).sort.partition { |path| path.end_with?('.h') }
  # The pod's module has the declarations of the base's C module.
  check(headers == (name == 'SafeDefaultsBase' ? Dir.glob('Sources/CSafeDefaults/**/*.h') : []), "#{name} has #{headers}")
  on_disk = Dir.glob("Sources/#{name}/**/*").select { |path| path.end_with?('.swift') }.sort
  check(!files.empty? && files == on_disk, "the source_files of #{names[name]} don't match the sources of #{name}")
  # A subspec has what those have that it depends on; every other module depends on the core.
  others = library['dependencies'].map { |dependency| dependency['byName'].first }
  others -= ['SafeDefaults'] if others.length > 1
  others -= ['CSafeDefaults']
  wanted = others.map { |other| "SafeDefaults/#{names.fetch(other)}" }
  check(part.dependencies.sort == wanted.sort, "#{names[name]} depends on #{part.dependencies}, #{name} on #{wanted}")
  bundles = part.attributes.fetch('resource_bundles', {})
  resources = bundles.values.flatten.flat_map { |pattern| Dir.glob(pattern) }
  copied = library['resources'].map { |resource| resource['path'] }
  # Relative to the target, whose folder the core's is not.
  copied = copied.map { |path| path.start_with?('Sources/') ? path : "Sources/#{name}/#{path}" }
  check(resources == copied, "#{names[name]} bundles #{resources}, the package #{copied}")
  files
end
twice = sources.group_by { |path| File.basename(path) }.select { |_, paths| paths.length > 1 }
check(twice.empty?, "one module can't have two files of one name: #{twice.values}")
check(spec.subspecs['Core'].resource_bundles.to_s.include?('PrivacyInfo.xcprivacy'), 'bundles no PrivacyInfo.xcprivacy')
# What stands in it is held against what the library uses by .ci/privacy.

flags.each { |flag| puts "flag: #{flag}" }
sources.each { |source| puts "source: #{source}" }

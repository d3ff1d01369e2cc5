# Evaluates SafeDefaults.podspec against a stub of Pod::Spec and compares it with `swift package dump-package`, given as
# a file. Prints the flags and the sources that a pod would be built with, one a line; fails with a sentence.
require 'json'

# Takes any attribute, with any platform before it, and gives it back.
class StubSpec
  PLATFORMS = %w[osx ios tvos watchos visionos].freeze

  attr_reader :attributes

  def initialize
    @attributes = {}
    yield self
  end

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
%w[name version summary homepage license author source swift_versions source_files].each do |name|
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

# Files.
sources = Dir.glob(spec.source_files).sort
on_disk = Dir.glob('Sources/SafeDefaults/**/*').select { |path| path.end_with?('.swift') }.sort
check(!sources.empty? && sources == on_disk, 'source_files does not match the sources of the library')
resources = spec.resource_bundles.values.flatten.flat_map { |pattern| Dir.glob(pattern) }
copied = target['resources'].map { |resource| resource['path'] }
check(resources == copied, "bundles #{resources}, the package #{copied}")
manifest = resources.find { |path| File.basename(path) == 'PrivacyInfo.xcprivacy' }
check(manifest, 'bundles no PrivacyInfo.xcprivacy')
# What stands in it is held against what the library uses by .ci/privacy.

flags.each { |flag| puts "flag: #{flag}" }
sources.each { |source| puts "source: #{source}" }

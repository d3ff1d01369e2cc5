// Nothing is measured here: a build of the benchmarks compiles every module with the optimizer, and shows its warnings.
import SafeDefaults
import SafeDefaultsArchives
import SafeDefaultsCloud
import SafeDefaultsCommand
import SafeDefaultsEtcd
import SafeDefaultsFiles
import SafeDefaultsInspection
import SafeDefaultsMigrations
import SafeDefaultsSnapshots
import SafeDefaultsUI

/// The directory in which programs keep their settings; each file store that has only a name has a directory in it.
package enum SettingsDirectory {}

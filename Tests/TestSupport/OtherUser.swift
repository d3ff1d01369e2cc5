#if os(Linux)
import Foundation

/// A user who isn't the superuser, who may read and write everything.
enum OtherUser {
    /// Whether the tests are run by the superuser, and become another one where permissions count.
    static let isNeeded = geteuid() == 0

    /// The user: nobody, or who runs the tests.
    static let identifier: uid_t = isNeeded ? 65_534 : geteuid()

    /// The words before a program that is to be run by the user.
    static let wrapper =
        isNeeded
        ? ["setpriv", "--reuid", "\(identifier)", "--regid", "\(identifier)", "--clear-groups"] : []
}
#endif

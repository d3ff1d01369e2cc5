import Foundation
package import SafeDefaults

/// A `UserDefaults` whose values are in an etcd cluster.
///
/// Plain setters wait for the cluster, as those of a domain do.
///
/// NB: `package`, because in a less visible subclass the compiler warns of an endless recursion in an inherited
/// initializer, which isn't there.
package final class EtcdDefaults: PropertyListDefaults {
    let cluster: EtcdStore

    /// The hub's owner, through which the store has a weak reference to the hub.
    private let hubOwner: Owner<ObservationHub>

    /// Creates an object, and begins to follow the cluster.
    init(_ configuration: EtcdConfiguration) {
        cluster = EtcdStore(configuration)
        let hub = ObservationHub(of: cluster)
        hubOwner = Owner(hub)
        super.init(cluster, hub: hub)
        cluster.search.adoptArguments(of: .shared)
        cluster.start(notifying: hubOwner)
    }

    deinit { cluster.stop() }
}

// The same settings in UIKit and AppKit, whose controllers follow them by themselves: what one of them reads while it
// lays out its view is tracked, and it is asked to do it again after a change. No closure, no token.
//
// It is so from iOS 26 and macOS 26 on; in iOS 18 and macOS 15 if the app's Info.plist has the key
// UIObservationTrackingEnabled or NSObservationTrackingEnabled; on older systems write
// `observe(\.fontSize, on: MainActor.self)`.

import Foundation
import SafeDefaults

#if os(macOS)
import AppKit

/// Shows the reader's name in the size that is set.
final class ReaderController: NSViewController {
    private let settings = ReaderSettings()
    private let label = NSTextField(labelWithString: "")

    override func loadView() { view = label }

    override func viewWillLayout() {
        super.viewWillLayout()
        label.stringValue = settings.readerName ?? ""
        label.font = .systemFont(ofSize: CGFloat(settings.fontSize))
    }
}
#elseif os(iOS) || os(tvOS) || os(visionOS)
import UIKit

/// Shows the reader's name in the size that is set.
final class ReaderController: UIViewController {
    private let settings = ReaderSettings()
    private let label = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(label)
    }

    /// From iOS 26 on `updateProperties()` is the better place for what has nothing to do with the layout.
    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        label.text = settings.readerName
        label.font = .systemFont(ofSize: CGFloat(settings.fontSize))
    }
}
#endif

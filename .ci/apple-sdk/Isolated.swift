// A closure of the main actor that Combine calls. In Swift 6 it has to check where it is called, because Combine is a module
// of Swift 5: an app ends there if that is another thread.

import Combine

@MainActor final class Label {
    var text = 0

    func follow<Numbers: Publisher>(_ numbers: Numbers) -> AnyCancellable
    where Numbers.Output == Int, Numbers.Failure == Never {
        numbers.sink { self.text = $0 }
    }
}

// Writes the documented code for Apple systems into a folder, as files of one module: `write-snippets FOLDER`.
//
// Compiled together with Tests/CompilerTests/Support, which finds the code and says how it is wrapped.

import Foundation

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let prelude = try Prelude()
var count = 0
for fence in try Snippet.fences() where fence.language == "swift-apple" {
    let program = SnippetProgram(fence.snippet, isForApple: true)
    for (name, text) in program.files(prelude: prelude) where name != "Prelude.swift" {
        try Data(text.utf8).write(to: folder.appendingPathComponent("\(count)-\(name)"))
    }
    count += 1
}
try FileManager.default.copyItem(at: Prelude.file, to: folder.appendingPathComponent("Prelude.swift"))
print(count)

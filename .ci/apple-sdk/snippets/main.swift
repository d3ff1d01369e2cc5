// Writes the documented code for Apple systems into a folder, which gets a folder for each page, as the files of a module:
// `write-snippets FOLDER`.
//
// Compiled together with Tests/CompilerTests/Support, which finds the code and says how it is wrapped.

import Foundation

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
var count = 0
for fence in try Snippet.fences() where fence.language == "swift-apple" {
    let program = SnippetProgram(fence.snippet, isForApple: true)
    let prelude = try program.prelude
    let page = fence.snippet.declarations == nil ? "Documentation" : fence.snippet.file.lastPathComponent
    let module = folder.appendingPathComponent(page.replacingOccurrences(of: ".md", with: ""))
    try FileManager.default.createDirectory(at: module, withIntermediateDirectories: true)
    try Data(prelude.text.utf8).write(to: module.appendingPathComponent("Prelude.swift"))
    for (name, text) in program.files(prelude: prelude) where name != "Prelude.swift" {
        try Data(text.utf8).write(to: module.appendingPathComponent("\(count)-\(name)"))
    }
    count += 1
}
print(count)

// What file stores use of Apple's C library, and Linux's lacks or names otherwise.

// swift-format-ignore-file

import Foundation


let F_FULLFSYNC: Int32 = 51

func sysctlbyname(
    _ name: UnsafePointer<CChar>!, _ old: UnsafeMutableRawPointer!, _ oldSize: UnsafeMutablePointer<Int>!,
    _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { -1 }

extension stat {
    var st_mtimespec: timespec { st_mtim }
    var st_ctimespec: timespec { st_ctim }
}

let RENAME_SWAP: Int32 = 0x2
let RENAME_EXCL: Int32 = 0x4

func renameatx_np(
    _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32, _ to: UnsafePointer<CChar>,
    _ flags: UInt32
) -> Int32 { -1 }

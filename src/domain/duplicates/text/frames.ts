// Frames of stack traces: the function and the file, which are the same on each machine and in the next version, where
// line numbers, addresses and folders are not.

const LONGEST = 400
const PLACE = String.raw`[^\s()]{1,200}`

/** By language: groups of one name each, the function or its file. */
const SHAPES: readonly RegExp[] = [
  // JavaScript: at async render (/app/src/table.js:10:5); Java and Kotlin: at com.shop.Cart.merge(Cart.java:12)
  new RegExp(String.raw`^\s{0,20}at (?:async |new )?([\w$.:<>[\]/-]{1,200}) ?\((${PLACE})\)`),
  // JavaScript without a name, Rust: at src/main.rs:3:5
  new RegExp(String.raw`^\s{0,20}at (${PLACE}:\d{1,7}(?::\d{1,7})?)$`),
  // C#: at Shop.Cart.Merge(Int32 id) in C:\app\Cart.cs:line 12
  /^\s{0,20}at ([\w.`<>[\]+]{1,200})\([^)]{0,200}\)(?: in (\S{1,200}):line \d{1,7})?/,
  // Python: File "/app/table.py", line 12, in render
  /^\s{0,20}File "([^"]{1,200})", line \d{1,7}(?:, in (\S{1,100}))?/,
  // gdb and lldb: #3 0x00007f in render (this=0x0) at src/table.cc:12
  /^\s{0,20}(?:frame )?#\d{1,3}:? {1,4}(?:0x[0-9a-f]{1,16} )?(?:in )?([\w:~$.]{1,200})(?: ?\([^)]{0,200}\))?(?: (?:at|from) (\S{1,200}))?/,
  // PHP: #0 /app/table.php(12): render()
  /^\s{0,20}#\d{1,3} ([^\s(]{1,200})\(\d{1,7}\): ([\w\\:>-]{1,200})/,
  // Rust: 4: app::table::render
  /^\s{0,20}\d{1,3}: {1,8}(?:0x[0-9a-f]{1,16} - )?([\w$.<>]{1,100}(?:::[\w$.<>{}]{1,100}){1,12})/,
  // Ruby: from /app/table.rb:12:in `render'
  /^\s{0,20}(?:from )?([^\s:]{1,200}\.rb):\d{1,7}:in [`']([^']{1,100})'/,
  // Go: the file of the call that stands on the line before
  /^\s{0,20}([^\s:]{1,200}\.go):\d{1,7}(?: \+0x[0-9a-f]{1,16})?$/,
  // Go: main.(*Table).render(0xc000)
  /^([\w./]{1,100}(?:\.\(\*?\w{1,60}\))?\.\w{1,100})\((?:0x[0-9a-f]|\.\.\.|\{)/
]

/** A line of a trace as a name of the place; undefined for other lines. */
export function frameIn(text: string): string | undefined {
  const line = text.slice(0, LONGEST).trimEnd()
  for (const shape of SHAPES) {
    const found = shape.exec(line)
    if (found !== null) return nameOf(found.slice(1).filter((part) => part !== undefined))
  }
  return undefined
}

const nameOf = (parts: readonly string[]) => parts.map(plainOf).toSorted().join(' ')

const HASH = /::h[0-9a-f]{16}$/
const POSITION = /(?::\d{1,7}){1,2}$/

/** Without folders, positions and what a compiler adds. */
function plainOf(part: string): string {
  const base = part.replace(POSITION, '').replace(HASH, '')
  return base.slice(Math.max(base.lastIndexOf('/'), base.lastIndexOf('\\')) + 1).toLowerCase()
}

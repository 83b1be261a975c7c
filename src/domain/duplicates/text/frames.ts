// Stack frames reduced to function and file, which stay the same on every machine and in the next version. Line
// numbers, addresses and folders do not.

const LONGEST_FRAME = 400
const PLACE = String.raw`[^\s()]{1,200}`

/** The groups capture the function and the file. */
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

/** A normalized name for a stack frame; undefined for other lines. */
export function frameIn(text: string): string | undefined {
  const line = text.slice(0, LONGEST_FRAME).trimEnd()
  for (const shape of SHAPES) {
    const match = shape.exec(line)
    if (match !== null) return nameOf(match.slice(1).filter((part) => part !== undefined))
  }
  return undefined
}

const nameOf = (parts: readonly string[]) => parts.map(plainOf).toSorted().join(' ')

const HASH = /::h[0-9a-f]{16}$/
const POSITION = /(?::\d{1,7}){1,2}$/

/** Without folders, positions and compiler suffixes. */
function plainOf(part: string): string {
  const base = part.replace(POSITION, '').replace(HASH, '')
  return base.slice(Math.max(base.lastIndexOf('/'), base.lastIndexOf('\\')) + 1).toLowerCase()
}

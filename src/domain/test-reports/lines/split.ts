// Splits text that arrives in pieces into lines of bounded length.

export interface LineSplitter {
  push(text: string): void
  end(): void
}

export interface LineSink {
  longest: number
  line(line: string): void
  /** A line that is longer is left out. */
  skipped(): void
}

export function createLineSplitter({ longest, line, skipped }: LineSink): LineSplitter {
  let rest = ''
  let isLong = false
  const finish = () => {
    if (isLong) skipped()
    else line(rest.endsWith('\r') ? rest.slice(0, -1) : rest)
    rest = ''
    isLong = false
  }
  const take = (piece: string) => {
    isLong ||= rest.length + piece.length > longest
    rest = isLong ? '' : rest + piece
  }
  return {
    push(text) {
      let from = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        take(text.slice(from, end))
        finish()
        from = end + 1
      }
      take(text.slice(from))
    },
    end() {
      if (isLong || rest !== '') finish()
    }
  }
}

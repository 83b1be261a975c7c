// Decodes reports in whatever encoding they were written.

export interface ByteDecoder {
  push(bytes: Uint8Array): string
  end(): string
}

/** An XML declaration ends before that. */
const HEAD_BYTES = 256

export function createByteDecoder(): ByteDecoder {
  let head: Uint8Array = new Uint8Array(0)
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const begin = () => {
    decoder = new TextDecoder(encodingOf(head))
    return decoder.decode(head, { stream: true })
  }
  return {
    push(bytes) {
      if (decoder) return decoder.decode(bytes, { stream: true })
      head = Buffer.concat([head, bytes])
      return head.length < HEAD_BYTES ? '' : begin()
    },
    end() {
      const text = decoder ? '' : begin()
      return text + (decoder?.decode() ?? '')
    }
  }
}

const DECLARED = /^<\?xml\s[^>]{0,100}?encoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})["']/

/** Byte order marks, and how XML begins without one. */
const STARTS: readonly [string, readonly number[]][] = [
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16be', [0, 0x3c]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16le', [0x3c, 0]]
]

function encodingOf(head: Uint8Array): string {
  const start = STARTS.find(([, [first, second]]) => head[0] === first && head[1] === second)
  if (start) return start[0]
  const [, declared = ''] = DECLARED.exec(Buffer.from(head).toString('latin1').trimStart()) ?? []
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  return /^utf-?16/i.test(declared) || !isKnown(declared) ? 'utf-8' : declared
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== ''
  } catch {
    return false
  }
}

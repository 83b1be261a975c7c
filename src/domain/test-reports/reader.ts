// Reads a test report chunk by chunk, in whichever of the known formats it is written.
import { createByteDecoder } from './decoding.js'
import { detectParser } from './detection.js'
import { REPORT_BOUNDS, type ReportBounds, type ReportParser, type ReportReading } from './report.js'

export interface ReportReader {
  push(chunk: Uint8Array): void
  end(): ReportReading
}

/** Characters that tell the format. */
const HEAD_LENGTH = 4_096
/** Parsers take text in pieces, so that none of them holds much more than it needs. */
const PIECE_BYTES = 64 * 1024

/** Never throws. Beyond the bounds it takes no more memory, and the reading says so. */
export function createReportReader(fileName: string, bounds: Partial<ReportBounds> = {}): ReportReader {
  const limits = { ...REPORT_BOUNDS, ...bounds }
  const decoder = createByteDecoder()
  let head = ''
  let parser: ReportParser | undefined
  let bytes = 0
  const begin = () => {
    parser = detectParser({ fileName, head: head.slice(0, HEAD_LENGTH), bounds: limits })
    parser.push(head)
    head = ''
    return parser
  }
  const take = (text: string) => {
    if (parser) return parser.push(text)
    // A line break before a declaration is no part of the report.
    head = head === '' ? text.trimStart() : head + text
    if (head.length >= HEAD_LENGTH) begin()
  }
  return {
    push(chunk) {
      bytes += chunk.length
      if (bytes > limits.bytes) {
        parser = undefined
        head = ''
        return
      }
      for (let at = 0; at < chunk.length; at += PIECE_BYTES)
        take(decoder.push(chunk.subarray(at, at + PIECE_BYTES)))
    },
    end() {
      if (bytes > limits.bytes)
        return {
          kind: 'unreadable',
          reason: `The report is larger than ${limits.bytes} bytes`,
          isReport: true
        }
      take(decoder.end())
      if (!parser && head === '') return { kind: 'unreadable', reason: 'The file is empty' }
      return (parser ?? begin()).end()
    }
  }
}

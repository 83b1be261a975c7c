// What tells a finding of the language model from others, over several commits.
import { createHash } from 'node:crypto'

const LENGTH = 24

/** What a title says, whatever its spelling. */
export const titleWords = (title: string): string[] => title.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Lines move, and a line may be in more than one finding: the file and the words of the title have to do. */
export function modelFingerprint({ file, title }: { file: string | null; title: string }): string {
  return createHash('sha256')
    .update(JSON.stringify(['model', file, titleWords(title)]))
    .digest('hex')
    .slice(0, LENGTH)
}

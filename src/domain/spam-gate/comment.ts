// The comment on what the spam gate has closed. The message is the repository's own Markdown.
import type { TriageTarget } from '#schemas/triage/enums.js'

const MARK = '<!-- service:spam-gate -->'

interface ClosingComment {
  type: TriageTarget
  message: string
  /** At most one more than are allowed. */
  openCount: number
  most: number
}

export function closingComment({ type, message, openCount, most }: ClosingComment): string {
  const word = type === 'pr' ? 'pull request' : 'issue'
  const allowed = `${most} open ${most === 1 ? word : `${word}s`}`
  return [
    // The message can neither hide what follows nor pretend to be a mark of the service.
    message.replaceAll('<!--', '&lt;!--'),
    `With this one, its author has ${openCount} or more open ${word}s in this repository, which allows ${allowed} at once. ` +
      `If it was closed by mistake, somebody who may write to the repository can reopen it: it then stays open.`,
    MARK
  ].join('\n\n')
}

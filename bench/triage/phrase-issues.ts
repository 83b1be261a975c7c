// Issues made of phrases: each title several times, with what is said of it.
import type { IssueText } from '#domain/triage/text/issue-text.js'
import { DEEDS, PHRASES, THINGS } from './phrases.js'

/** The issues that these phrases make, the same each time. */
export function phraseIssues(perTitle: number): { issue: IssueText; type: keyof typeof PHRASES }[] {
  const next = sequence()
  return (['bug', 'feature', 'question'] as const).flatMap((type) => {
    const { titles, bodies, frames } = PHRASES[type]
    const [lines, headings] = [bodies.split('\n'), frames.split('\n')]
    return titles.split('\n').flatMap((title) =>
      Array.from({ length: perTitle }, () => ({
        type,
        issue: { title: filled(title, next), body: bodyOf(lines, headings, next) }
      }))
    )
  })
}

type Next = (below: number) => number

function bodyOf(lines: readonly string[], frames: readonly string[], next: Next): string {
  const said = Array.from({ length: 1 + next(3) }, () => filled(lines[next(lines.length)] ?? '', next))
  if (next(3) > 0) return said.join(' ')
  const frame = (frames[next(frames.length)] ?? '').split('|')
  const mark = next(2) === 0 ? (heading: string) => `### ${heading}` : (heading: string) => `**${heading}**`
  return frame.map((heading, at) => `${mark(heading)}\n\n${said[at] ?? '_No response_'}\n`).join('\n')
}

function filled(text: string, next: Next): string {
  return text
    .replaceAll('THING', () => THINGS[next(THINGS.length)] ?? '')
    .replaceAll(/\bDO\b/g, () => DEEDS[next(DEEDS.length)] ?? '')
}

/** Numbers that look drawn and are the same in every run. */
function sequence(): Next {
  let state = 1
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

// Files that nearly always changed together, of which this change leaves one out.
import { shortened } from '#domain/text/shown-text.js'
import type { Companionship, ReviewedChange, ReviewedFile } from '../change.js'
import { formerPathOf } from '../change.js'
import { isDocument, isVendoredPlace } from '../places.js'
import { lowestShare } from '../share.js'
import { isOnlyWords } from './line-words.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'

/** What happened fewer times may be chance. */
const LEAST_CHANGES = 5
/** Of the true share, as far as it can be told. */
const LEAST_SHARE = 0.6
const SURE_SHARE = 0.8
const MOST_FINDINGS = 5
function find(change: ReviewedChange): BuiltInFinding[] {
  if (change.companionships.length === 0) return []
  const touched = new Set(change.files.flatMap((file) => [file.path, formerPathOf(file)]))
  const present = change.tree && new Set(change.tree.map(({ path }) => path))
  const files = new Map(change.files.filter(isRealChange).map((file) => [formerPathOf(file), file]))
  const missing = new Map<string, Companionship[]>()
  for (const one of change.companionships) {
    if (!files.has(one.path) || touched.has(one.companion) || !isClose(one)) continue
    if (present && !present.has(one.companion)) continue
    missing.set(one.companion, [...(missing.get(one.companion) ?? []), one])
  }
  return [...missing.values()].map((ones) => companionFinding(ones, files)).slice(0, MOST_FINDINGS)
}

const isClose = ({ changes, together, companion }: Companionship) =>
  changes >= LEAST_CHANGES && lowestShare(together, changes) >= LEAST_SHARE && !isVendoredPlace(companion)

/** What only moves, goes away or says something else in a comment asks nothing of other files. */
const isRealChange = (file: ReviewedFile) =>
  file.status !== 'removed' && !isOnlyWords(file) && !(file.status === 'renamed' && file.lines.length === 0)

function companionFinding(
  ones: readonly Companionship[],
  files: ReadonlyMap<string, ReviewedFile>
): BuiltInFinding {
  const [first, ...others] = ones.toSorted((a, b) => shareOf(b) - shareOf(a))
  const { path = '', companion = '', changes = 0, together = 0 } = first ?? {}
  const share = lowestShare(together, changes)
  const file = files.get(path)
  const more = others.length > 0 ? ` The same holds for ${others.length} more of the changed files.` : ''
  return {
    severity: share >= SURE_SHARE && !isDocument(companion) ? 'medium' : 'low',
    title: shortened(`${shortPath(companion)} usually changes together with this file`, 140),
    description: `${together} of the last ${changes} changes of ${path} changed ${companion} too. This one does not.${more}`,
    suggestion: `Look whether ${companion} has to follow, or say in the description why it need not.`,
    path: file?.path ?? path,
    line: file?.lines.find(({ kind }) => kind === 'added')?.after ?? null,
    confidence: Math.min(0.9, share),
    context: companion
  }
}

const shareOf = ({ together, changes }: Companionship) => lowestShare(together, changes)

const LONGEST_SHOWN = 80
const shortPath = (path: string) => (path.length > LONGEST_SHOWN ? `…${path.slice(1 - LONGEST_SHOWN)}` : path)

export const companionMissing: ReviewRuleModule = {
  name: 'companion_missing',
  category: 'maintainability',
  about:
    'Files that earlier pull requests changed together with a changed one, and that this one leaves as they are',
  find
}

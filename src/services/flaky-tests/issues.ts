// Keeps one issue for each quarantined test.
import type { Deps, Tx } from '#deps.js'
import { closedIssueText, issueText, issueTitle, quarantineLabel } from '#domain/flaky-tests/issue-text.js'
import { type FlakyTestRow, saveAnnounced } from '#store/flaky-tests/tests.js'
import { upsertEffect } from '../actions/upsert-effect.js'
import { FLAKY_TESTS } from './check.js'

/** Opens, changes or closes the issue of a test. The caller holds the repository. */
export async function trackTest(deps: Deps, tx: Tx, row: FlakyTestRow): Promise<void> {
  const isQuarantined = row.status === 'quarantined'
  if (!isQuarantined && !row.tracked) return
  const test = { ...row, expiresAt: row.quarantineExpiresAt }
  await upsertEffect(deps, tx, {
    repoId: row.repoId,
    pillar: 'trust',
    source: FLAKY_TESTS,
    sourceId: row.id,
    target: { type: 'repo' },
    actionType: 'track-issue',
    arguments: {
      title: issueTitle(test),
      body: isQuarantined ? issueText(test) : closedIssueText(test, row.status),
      label: quarantineLabel,
      state: isQuarantined ? 'open' : 'closed'
    },
    actionKey: `track-issue:test-${row.testId}`,
    replaced: 'The test has changed.'
  })
  if (row.tracked !== isQuarantined) await saveAnnounced(tx, [row.id], { tracked: isQuarantined })
}

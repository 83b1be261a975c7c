// Sends word of configuration files that are not valid to whoever has a feedback rule for them.
import type { Deps, Tx } from '#deps.js'
import type { FileVerdict } from '#domain/enforcement/config-files/validate.js'
import { sendFeedback } from '../feedback/send.js'

interface ValidatedCommit {
  repoId: number
  commitSha: string
  decisionId: number | null
}

/** Once for each commit, whichever push brought it. */
export async function announceInvalidFiles(
  deps: Deps,
  tx: Tx,
  { repoId, commitSha, decisionId }: ValidatedCommit,
  verdicts: readonly FileVerdict[]
): Promise<void> {
  const files = verdicts
    .filter(({ errors }) => errors.length > 0)
    .map(({ path, errors }) => ({
      file_path: path,
      errors: errors.map(({ rule, message }) => ({ rule, message }))
    }))
  if (files.length === 0) return
  await sendFeedback(deps, tx, {
    event: 'config_failed',
    data: { files },
    repoId,
    headSha: commitSha,
    subject: `config:${commitSha}`,
    decisionId
  })
}

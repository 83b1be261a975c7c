// Posts the check of an evaluation while somebody waits, and says what became of it.
import type { CheckReply } from '../../schemas/gates.js'
import type { Deps } from '../deps.js'
import { errorText } from '../domain/failure.js'
import { actionOf } from '../store/actions.js'
import { carryOut } from './execution.js'
import { within } from './within.js'

/** After so long the answer goes out; the check follows when it can. */
const WAIT_MS = 5_000

interface Proposed {
  conclusion: CheckReply['conclusion']
  /** None where the commit was not named in full. */
  actionId: number | null
}

/** Whatever goes wrong is said, and fails nothing: the result stands, and the action is tried again as all are. */
export async function postedCheck(deps: Deps, { conclusion, actionId }: Proposed): Promise<CheckReply> {
  const said = { conclusion, action_id: actionId }
  if (actionId === null)
    return { posted: false, ...said, error: 'The host wants the whole id of the commit, of 40 digits or 64.' }
  const failure = await within(WAIT_MS, carryOut(deps, actionId)).then(() => undefined, errorText)
  const standing = await actionOf(deps.db, actionId)
  if (standing?.status === 'succeeded' || standing?.status === 'reconciled') return { posted: true, ...said }
  const why = standing?.errorMessage ?? standing?.blockedReason ?? failure
  return { posted: false, ...said, error: why ?? 'It has not been posted yet; the action goes on.' }
}

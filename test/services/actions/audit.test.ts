import { eq } from 'drizzle-orm'
import t from 'tap'
import { canonicalJson, sha256Of } from '#domain/json/canonical.js'
import { auditEntries } from '#tables/audit/audit-entries.js'
import { decisions } from '#tables/decisions/decisions.js'
import { type RequestedAction, startActionService } from '#test/fixtures/action-service.js'

const acting = await startActionService(t)
const { world, repository, deps } = acting
await acting.configure()

t.test(
  'an effect and its decision have an audit entry each, with references to their evidence',
  async (t) => {
    const target = { type: 'issue', number: world.createIssue(repository).issue.number } as const
    const wish: RequestedAction = {
      actionType: 'add-label',
      arguments: { label: 'bug' },
      pillar: 'triage',
      target
    }
    const { actionId, decisionId } = await acting.decide(wish)
    await acting.carryOut(actionId)
    const [effect, ...more] = await acting.auditOf(actionId)
    t.match(effect, { category: 'host_change', eventType: 'add-label', controlId: 'CC8.1' })
    t.match(JSON.parse(effect?.payload ?? ''), {
      decision_id: decisionId,
      arguments_hash: sha256Of(canonicalJson({ label: 'bug' }))
    })
    t.same(more, [])
    const [decision] = await deps.db.select().from(decisions).where(eq(decisions.id, decisionId))
    const verdicts = (await deps.db.select().from(auditEntries)).filter(
      ({ category, payload }) => category === 'ai_decision' && JSON.parse(payload).decision_id === decisionId
    )
    t.match(verdicts, [{ eventType: 'custom_rules', actor: 'service[bot]', actorType: 'bot' }])
    t.match(JSON.parse(verdicts[0]?.payload ?? ''), {
      verdict: 'acted',
      trigger_event: 'issues.opened',
      inputs_hash: sha256Of(decision?.inputs ?? '')
    })
  }
)

// What the people of the organisation set up in the dashboard, once the service has come.
import { OWNER } from './cast.js'
import { POLICIES } from './policies.js'
import type { Stage } from './stage.js'

type Answer = Promise<{ error?: { message: string } }>

export async function setUp({ homes, client }: Pick<Stage, 'homes' | 'client'>): Promise<void> {
  for (const body of POLICIES) await accepted(client.POST('/api/enforcement/policies', { body }))
  for (const { repository, traits } of homes) {
    if (!traits.includes('reviewed')) continue
    const path = { owner: repository.owner.login, repo: repository.name }
    // By rules alone: the demo has no language model.
    await accepted(
      client.POST('/api/review/config/{owner}/{repo}', { params: { path }, body: { enabled: true } })
    )
  }
  await accepted(
    client.POST('/api/waivers', {
      body: {
        repo: `${OWNER}/mobile-app`,
        pillar: 'ci_healing',
        reason: 'The emulators are being replaced: their failures are looked at by hand.',
        granted_by: 'Lea'
      }
    })
  )
}

async function accepted(answer: Answer): Promise<void> {
  const { error } = await answer
  if (error) throw new Error(`What the demo sets up is refused: ${error.message}`)
}

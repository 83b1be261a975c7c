// Where the service reviews pull requests: by its rules alone, since the demo has no language model.
import type { Stage } from './stage.js'

export async function enableReviews({ homes, client }: Pick<Stage, 'homes' | 'client'>): Promise<void> {
  for (const { repository, traits } of homes) {
    if (!traits.includes('reviewed')) continue
    const path = { owner: repository.owner.login, repo: repository.name }
    const { error } = await client.POST('/api/review/config/{owner}/{repo}', {
      params: { path },
      body: { enabled: true }
    })
    if (error) throw new Error(`The settings of reviews are refused: ${error.message}`)
  }
}

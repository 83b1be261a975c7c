// The buttons that have a pull request reviewed.
import { listReviews } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import type { Fields } from '../../kit/forms/fields.js'
import type { FormValues } from '../../kit/forms/schema-form.js'

const EXPLANATION =
  'The newest commit of the pull request is read and reviewed, also if it was reviewed before: its review is then made anew.'

const REPO: Fields = {
  repo: Object.assign({}, listReviews.repo, { required: true as const, description: 'Its repository.' })
}
const PULL: Fields = {
  pr: Object.assign({}, listReviews.pr, { required: true as const, description: 'Its number.' })
}

/** Without a repository the form asks for it as well. */
export function ReviewRequest({ repo }: { repo?: string }) {
  return (
    <ActionButton
      label="Review a pull request"
      isPrimary
      explanation={EXPLANATION}
      fields={Object.assign({}, repo === undefined ? REPO : {}, PULL)}
      send={(values) => request(Object.assign({ repo }, values))}
    />
  )
}

export function ReviewAgain({
  of: { repo_full_name: repo, pr_number: pr }
}: {
  of: Pick<Schemas['PullRequestReview'], 'repo_full_name' | 'pr_number'>
}) {
  return (
    <ActionButton
      label="Review again"
      about={`${repo} #${pr}`}
      explanation={EXPLANATION}
      send={() => request({ repo, pr })}
    />
  )
}

function request({ repo, pr }: FormValues) {
  const [owner = '', name = ''] = String(repo).split('/')
  const path = { owner, repo: name, pr: Number(pr) }
  return callApi(apiClient.POST('/api/review/trigger/{owner}/{repo}/{pr}', { params: { path } }))
}

// What a decision or an action is about: a repository, and an issue, a pull request or a branch of it.
import { repositoryPath } from './details.js'

interface Targeted {
  target_type: string
  target_number: number | null
  target_branch: string | null
}

export function Target({
  of: { target_type, target_number, target_branch },
  repo
}: {
  of: Targeted
  repo: string
}) {
  const kind = target_type === 'pr' ? 'pull request' : target_type
  const page = PAGES[target_type]
  const name = target_number === null ? target_branch : `#${target_number}`
  return (
    <>
      <a href={repositoryPath(repo)}>{repo}</a> {kind === 'repo' ? '' : kind}{' '}
      {page && target_number !== null ? (
        <a href={`/dashboard/${page}/${repo}/${target_number}`}>{name}</a>
      ) : (
        name
      )}
    </>
  )
}

const PAGES: Readonly<Record<string, string>> = { pr: 'pull-requests', issue: 'issues' }

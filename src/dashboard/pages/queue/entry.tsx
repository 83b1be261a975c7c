// How an entry of a merge queue is called.
import type { Schemas } from '../../kit/api.js'

export function EntryTitle({ entry }: { entry: Schemas['QueueEntry'] }) {
  const { pr_title, pr_number, repo_full_name, author_login } = entry
  return (
    <>
      <a href={`/dashboard/pull-requests/${repo_full_name}/${pr_number}`}>{pr_title}</a>
      <span class="muted">
        #{pr_number}
        {author_login !== null && `, ${author_login}`}
      </span>
    </>
  )
}

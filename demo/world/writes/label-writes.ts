// The labels of a repository and of its issues, with the routes that change them.

import { refusal } from '../faults.js'
import type { HostAnswer } from '../http.js'
import { labelIn } from '../issues.js'
import { NOT_FOUND, type RepositoryRoute, type Visit } from '../routes.js'
import { labelShape } from '../shapes.js'
import type { Issue } from '../state.js'
import { onIssue, wrote } from './host-writes.js'

const labelsOf = ({ repository }: Visit, { labels }: Issue): HostAnswer => ({
  body: labels.map((label) => labelShape(repository, label))
})

export const LABEL_WRITES: RepositoryRoute[] = [
  {
    name: 'GET /repos/{owner}/{repo}/labels/{name}',
    path: /^\/labels\/([^/]+)$/,
    answer: ({ repository, part }) => {
      const label = repository.labels.find(({ name }) => name.toLowerCase() === part.toLowerCase())
      return label ? { body: labelShape(repository, label) } : NOT_FOUND
    }
  },
  {
    name: 'GET /repos/{owner}/{repo}/issues/{issue_number}/labels',
    path: /^\/issues\/(\d+)\/labels$/,
    answer: onIssue((issue, visit) => labelsOf(visit, issue))
  },
  {
    method: 'POST',
    name: 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels',
    path: /^\/issues\/(\d+)\/labels$/,
    answer: onIssue((issue, visit) => {
      const { repository, body } = visit
      // The host creates labels that the repository lacks.
      for (const name of [body['labels'] ?? []].flat().map(String)) {
        const label = labelIn(visit.state, repository, name)
        if (!issue.labels.includes(label)) issue.labels.push(label)
        wrote(visit, `label ${name} on ${issue.number}`, issue)
      }
      return labelsOf(visit, issue)
    })
  },
  {
    method: 'DELETE',
    name: 'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}',
    path: /^\/issues\/(\d+)\/labels\/([^/]+)$/,
    answer: onIssue((issue, visit) => {
      const name = visit.parts[1] ?? ''
      if (!issue.labels.some((one) => one.name === name)) return refusal(404, 'Label does not exist')
      issue.labels = issue.labels.filter((one) => one.name !== name)
      wrote(visit, `label ${name} off ${issue.number}`, issue)
      return labelsOf(visit, issue)
    })
  }
]

// Mirrored issues, with the findings of the service.

import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  count,
  cursorQuery,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  RepoParams,
  ref,
  repoFields,
  scopeQuery,
  searchQuery,
  timestamp
} from '../common.js'
import { enumeration, orAll } from '../enumeration.js'
import { ErrorBody } from '../errors.js'
import { ISSUE_STATES } from '../host/enums.js'
import { ItemParams, itemFields } from './items.js'

export const TRIAGE_TYPES = enumeration('IssueType', ['bug', 'feature', 'question', 'documentation', 'other'])
export const PRIORITIES = enumeration('Priority', ['critical', 'high', 'medium', 'low'])
export type Priority = (typeof PRIORITIES)[number]

export const ISSUES_PER_PAGE = 50
/** An open issue is stale after this time without an update. */
export const STALE_DAYS = 14
/** In characters. Longer labels cannot be filtered by. */
export const LONGEST_LABEL = 100

export const Issue = closed(
  {
    id: Type.Integer({ description: 'Id of the issue within this service.' }),
    host_id: Type.Integer({ description: 'Id of the issue on the host.' }),
    number: Type.Integer({ description: 'Its number within its repository.' }),
    title: Type.String({ description: 'Its title.' }),
    state: oneOf(ISSUE_STATES, { description: 'Whether it is open.' }),
    labels: Type.Array(Type.String(), { description: 'Names of its labels.' }),
    assignees: Type.Array(Type.String(), { description: 'Logins of the assignees.' }),
    author: nullable(Type.String(), { description: 'Login of the author.' }),
    triage_type: nullable(Type.String(), {
      description: 'Type of issue; null until it is classified.',
      examples: ['bug']
    }),
    triage_priority: nullable(oneOf(PRIORITIES, { description: 'Priority.' })),
    triage_summary: nullable(Type.String(), { description: 'Summary in one sentence.' }),
    triaged_at: nullable(timestamp('When it was classified.')),
    duplicate_of: nullable(Type.Integer(), { description: "The host's id of the issue that it duplicates." }),
    dup_check_at: nullable(timestamp('When it was last searched for duplicates.')),
    embedded: Type.Boolean({
      description: 'Whether it was compared with others, and others with it, in the search for duplicates.'
    }),
    created_at: timestamp('When it was opened on the host.'),
    updated_at: timestamp('When it last changed on the host.'),
    closed_at: nullable(timestamp('When it was closed on the host.')),
    ...repoFields
  },
  { $id: 'Issue', description: 'One issue.' }
)
export type Issue = Static<typeof Issue>

export const IssueDetail = closed(
  {
    ...Issue.properties,
    ...itemFields,
    duplicate_of_number: nullable(Type.Integer(), {
      description: 'Number of the issue that it duplicates, if that is in the same repository.'
    })
  },
  { $id: 'IssueDetail', description: 'One issue with its text.' }
)
export type IssueDetail = Static<typeof IssueDetail>

export const getIssue = operation({
  operationId: 'getIssue',
  codes: ['repo_not_found', 'issue_not_found'],
  summary: 'Get an issue with its text',
  description: 'The whole text, and the decisions that led to its labels.',
  params: ItemParams,
  response: {
    200: ref(IssueDetail),
    404: ref(ErrorBody, { description: 'Repository or issue not found.' })
  }
})

const filters = {
  state: Type.Optional(oneOf(orAll(ISSUE_STATES), { default: 'all', description: 'Filter by state.' })),
  type: Type.Optional(
    oneOf(enumeration('IssueTypeFilter', [...TRIAGE_TYPES, 'untriaged']), {
      description: 'Only issues of this type, or issues that are not classified yet.'
    })
  ),
  priority: Type.Optional(
    oneOf(enumeration('PriorityFilter', [...PRIORITIES, 'untriaged']), {
      description: 'Only issues of this priority, or issues without a priority.'
    })
  ),
  unassigned: Type.Optional(
    Type.Boolean({ description: 'True: only unassigned issues; false: only assigned issues.' })
  ),
  stale: Type.Optional(
    Type.Boolean({
      description: `True: only open issues that have not changed for ${STALE_DAYS} days; false: all others.`
    })
  ),
  label: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_LABEL }), {
      maxItems: 10,
      description: 'Only issues with this label; repeat it to require several labels.'
    })
  ),
  ...searchQuery,
  ...cursorQuery
}

export const listIssues = operation({
  operationId: 'listIssues',
  codes: ['invalid_cursor'],
  summary: 'List issues of all repositories, most urgent first',
  description: 'Issues of the mirror, with what triage said of each. Filters can be combined.',
  querystring: closed({ ...pagingQuery(ISSUES_PER_PAGE), ...scopeQuery, ...filters }),
  response: { 200: paged(ref(Issue), 'The issues of the page.') }
})

export const listRepoIssues = operation({
  operationId: 'listRepoIssues',
  codes: ['invalid_cursor', 'repo_not_found'],
  summary: 'List issues of a repository, newest first',
  description: 'The issues of one repository, with what triage said of each.',
  params: RepoParams,
  querystring: closed({ ...pagingQuery(), ...filters }),
  response: { 200: paged(ref(Issue), 'The issues of the page.') }
})
export type IssueQuery = Partial<Static<typeof listIssues.querystring>>

export const IssueStats = closed(
  {
    total: count('Issues of all live repositories.'),
    open: count('Those that are open.'),
    closed: count('Those that are closed.'),
    by_type: Type.Object(
      {
        bug: count('Bugs.'),
        feature: count('Feature requests.'),
        question: count('Questions.')
      },
      {
        additionalProperties: Type.Integer({ minimum: 0 }),
        description: 'Classified issues by type; other types appear if there are any.'
      }
    ),
    by_priority: closed(
      {
        critical: count('Issues of critical priority.'),
        high: count('Issues of high priority.'),
        medium: count('Issues of medium priority.'),
        low: count('Issues of low priority.')
      },
      { description: 'Issues by priority.' }
    ),
    untriaged: count('Issues that are not classified.'),
    unassigned: count('Open issues without an assignee.'),
    stale: count(`Open issues that have not changed for ${STALE_DAYS} days.`)
  },
  { $id: 'IssueStats', description: 'Issue counts.' }
)
export type IssueStats = Static<typeof IssueStats>

export const getIssueStats = operation({
  operationId: 'getIssueStats',
  summary: 'Count issues',
  description: 'Counts of the mirror over all repositories that are not deleted.',
  querystring: closed({
    state: Type.Optional(
      oneOf(orAll(ISSUE_STATES), {
        default: 'all',
        description: 'Which issues `by_type`, `by_priority` and `untriaged` count.'
      })
    )
  }),
  response: { 200: ref(IssueStats) }
})

export const schemas = [Issue, IssueDetail, IssueStats]

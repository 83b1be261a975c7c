// What giving a permission to one job would take from it, or give to others.
import { type Case, CI } from './case.js'

export const LACKS = "Error: The action requires 'pull-requests: read' permission"

const of = (
  what: string,
  text: string
): Pick<Case, 'repair' | 'what' | 'log' | 'type' | 'job' | 'before'> => ({
  repair: 'workflow_permissions',
  what,
  log: [LACKS],
  type: 'auth_permission',
  job: 'say',
  before: { [CI]: text }
})

export const PERMITTED: Case[] = [
  {
    ...of('without a list the job may do what the owner has set', 'jobs:\n  say:\n    runs-on: x\n'),
    refused: /would revoke all permissions/
  },
  ...[
    'jobs:\n  say:\n    permissions: &p\n      contents: read\n    runs-on: x\n  other:\n    permissions: *p\n',
    'permissions:\n  contents: read\njobs:\n  say: &s\n    runs-on: x\n  other: *s\n'
  ].map(
    (text): Case => ({
      ...of(`what is given to other jobs along with it: ${text}`, text),
      refused: /uses YAML aliases/
    })
  ),
  {
    ...of(
      'ends of lines as they were: a list of the job',
      'jobs:\r\n  say:\r\n    permissions:\r\n      issues: read\r\n'
    ),
    after: {
      [CI]: 'jobs:\r\n  say:\r\n    permissions:\r\n      pull-requests: read\r\n      issues: read\r\n'
    }
  },
  {
    ...of(
      'ends of lines as they were: a list of the workflow',
      '\uFEFFpermissions:\r\n  issues: read\r\njobs:\r\n  say:\r\n    runs-on: x\r\n'
    ),
    after: {
      [CI]: '\uFEFFpermissions:\r\n  issues: read\r\njobs:\r\n  say:\r\n    permissions:\r\n      issues: read\r\n      pull-requests: read\r\n    runs-on: x\r\n'
    }
  }
]

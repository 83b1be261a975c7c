import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.js'
import { parseMoment } from '#domain/time/moment.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf, type RepoParams } from '#schemas/common.js'
import * as A from '#schemas/maintenance/actions.js'
import * as G from '#schemas/maintenance/governance.js'
import * as S from '#schemas/maintenance/settings.js'
import { askForRun, BRANCH_CLEANUP, type RunRequest, STALE_SCAN } from '#services/maintenance/runs.js'
import { changeSettings, loadSettings } from '#services/maintenance/settings.js'
import { type GovernanceFilter, governancePage } from '#store/maintenance/governance.js'
import { maintenancePage, maintenanceStats } from '#store/maintenance/maintenance-actions.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { governed, initiatorOf } from './governed.js'

function maintainer(app: App, deps: Deps): void {
  app.get(
    '/audit',
    { schema: G.listGovernance, config: { keptUntil: ['maintenance', 'repositories'] } },
    async ({ query }, reply) =>
      sendList(reply, await governancePage(deps.db, filterOf(query), pagingOf(query)))
  )

  app.get('/:owner/:repo/settings', { schema: S.getMaintainerSettings }, ({ params }) =>
    loadSettings(deps, params)
  )

  app.get(
    '/:owner/:repo/actions',
    { schema: A.listMaintenanceActions, config: { keptUntil: ['maintenance', 'repositories'] } },
    async ({ params, query }, reply) => {
      const repo = await repositoryByName(deps.db, params)
      return sendList(reply, await maintenancePage(deps.db, { query, repo }, pagingOf(query)))
    }
  )

  app.get('/:owner/:repo/stats', { schema: A.getMaintenanceStats }, async ({ params }) => {
    const { repoId } = await repositoryByName(deps.db, params)
    return maintenanceStats(deps.db, repoId, deps.now())
  })

  app.post('/:owner/:repo/stale-scan', { ...governed, schema: A.requestStaleScan }, async (request, reply) =>
    reply.code(202).send(await askForRun(deps, runIn(request), STALE_SCAN))
  )

  app.post(
    '/:owner/:repo/branch-cleanup',
    { ...governed, schema: A.requestBranchCleanup },
    async (request, reply) => reply.code(202).send(await askForRun(deps, runIn(request), BRANCH_CLEANUP))
  )

  app.patch('/:owner/:repo/settings', { ...governed, schema: S.updateMaintainerSettings }, (request) =>
    changeSettings(deps, { repo: request.params, by: initiatorOf(request), patch: request.body })
  )
}

type RunCall = FastifyRequest & { params: RepoParams; body: { dry_run?: boolean } | null }

function runIn(request: RunCall): RunRequest {
  const { params, body } = request
  return { repo: params, by: initiatorOf(request), isDryRun: body?.dry_run === true }
}

function filterOf({ from, to, ...rest }: G.GovernanceQuery): GovernanceFilter {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: parseMoment('from', from, 'start') }),
    ...(to === undefined ? {} : { to: parseMoment('to', to, 'end') })
  }
}

export const maintainerGroup: RouteGroup = {
  tag: 'maintainer',
  about: 'Maintenance of repositories: its settings, and the log of the changes that people asked for.',
  prefix: '/api/maintainer',
  auth: 'any',
  schemas: [...G.schemas, ...S.schemas, ...A.schemas],
  plugin: maintainer
}

// An advisory about a package appears: the service finds it by a scan and proposes the update.
import { MAINTAINER } from '../cast.js'
import { homeWith, proposalsIn, type Stage, type Story } from '../stage.js'
import { type Alert, alertsOf } from '../world/alerts.js'

export function* advisory(stage: Stage): Story {
  const home = homeWith(stage, 'python')
  const { repository, git, fullName } = home
  const { alerts } = alertsOf(repository)
  if (alerts.length > 0) return
  const alert: Alert = {
    state: 'open',
    ghsaId: 'GHSA-demo-demo-demo',
    ecosystem: 'pip',
    packageName: 'requests',
    manifestPath: 'requirements.txt',
    severity: 'critical',
    score: 9.1,
    range: '< 2.20.0',
    patched: '2.20.0'
  }
  alerts.push(alert)
  stage.tell(`${fullName}: an advisory about requests 2.19.0 appeared`)
  const path = { owner: repository.owner.login, repo: repository.name }
  stage.ask(stage.client.POST('/api/phase3/dependencies/{owner}/{repo}/scan', { params: { path } }))
  for (let waits = 0; waits < 6 && proposalsIn(home).length === 0; waits += 1) yield 10
  const [proposal] = proposalsIn(home)
  if (!proposal) return
  yield 24 * 60
  if (proposal.state !== 'open') return
  git.approve(proposal.number, MAINTAINER)
  git.mergePull(proposal.number, { by: MAINTAINER })
  alert.state = 'fixed'
  stage.tell(`${fullName}#${proposal.number} merged: "${proposal.title}"`)
}

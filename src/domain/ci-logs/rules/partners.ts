// What a job runs on or talks to and does not own: agents, sessions of browsers, servers of packages.
import type { RulePack } from './rule.js'

/** How tools say that the other side is no longer there. */
const GONE =
  '(?:disconnected|unregistered|(?:went|is|gone) offline|(?:was|been) (?:removed|terminated|evicted|preempted|reclaimed|shut down|lost)|lost (?:contact|connection|communication)|is not connected|vanished|disappeared|died|stopped responding|become inactive|not responding|clos(?:ing|ed) down)'

export const partners: RulePack = {
  runner_infra: [
    {
      id: 'partner.agent',
      weight: 8,
      pattern: new RegExp(
        [
          `\\bagent\\b.{0,100}\\b${GONE}`,
          `\\brunner\\b.{0,80}\\b${GONE}`,
          `\\b[Cc]hannel\\b.{0,160}\\b${GONE}`,
          `\\bnode .{0,80}\\b${GONE}`,
          `\\bexecutor .{0,80}\\b${GONE}`,
          '\\bCannot contact \\S',
          'ClosedChannelException$',
          'ChannelClosedException: ',
          '\\binfrastructure fail',
          'wrapper script does not seem to be touching',
          '\\bUnable to create a container for the artifact',
          '\\bspot (?:instance|vm|node) .{0,40}(?:interrupt|terminat|reclaim)',
          '\\bcontact lost\\b'
        ].join('|')
      ),
      example: "Build was canceled: agent 'build-06' was disconnected"
    },
    {
      id: 'partner.cluster',
      weight: 8,
      pattern:
        /\bUNAVAILABLE: |code = Unavailable desc|upstream connect error or disconnect|\bFailedScheduling\b|remote (?:execution|cache|worker).{0,60}(?:unavailable|lost|unreachable)/,
      example: 'Compiling a.cc failed: UNAVAILABLE: upstream connect error'
    }
  ],
  test_failure: [
    {
      id: 'partner.browser',
      weight: 6.5,
      pattern:
        /\bDisconnected \(\d{1,3} times\)|\bDISCONNECTED \(|disconnected: (?:Unable|unable|not) |not connected to DevTools|invalid session id|session deleted because|no such (?:session|window): |[Bb]rowser (?:has been closed|has disconnected|was closed|closed unexpectedly)|[Tt]arget (?:page, context or browser has been )?closed|stale element reference/,
      example: 'WebDriverException: disconnected: Unable to receive message from renderer'
    },
    {
      id: 'partner.data',
      weight: 5.5,
      pattern:
        /is being accessed by other users|[Dd]eadlock (?:detected|found)|\bdatabase is locked|[Ll]ock wait timeout exceeded|address already in use|\bEADDRINUSE\b/,
      example: 'database "test_a" is being accessed by other users'
    }
  ],
  network: [
    {
      id: 'partner.download',
      weight: 6,
      pattern:
        /\bcannot open URL '|remote file either doesn't exist|error occurred while loading packages from|[Rr]eceived status code 40[39] from server|remote server failed to provide the requested|(?:size|checksum|hash) mismatch .{0,200}(?:expected|got)|unexpected end of (?:archive|zip|gzip|stream)|end of central directory|not in gzip format|archive is (?:corrupt|truncated)|sync(?:ing)? (?:is )?(?:running|in progress)/,
      example: "cannot open URL 'https://packages.example.org/a.rds'"
    }
  ]
}

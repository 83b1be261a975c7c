// A person who connects: answers in the terminal, and confirms the App in a browser.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { InputEnded, UsageError } from '#command-line/command.js'
import { connect } from '#command-line/connect/index.js'
import type { Terminal } from '#command-line/connect/terminal.js'
import type { FakeHost } from '#demo/world/http.js'

export const ADDRESS = 'https://automation.test'
export const SCRIPT = ['--pillars', 'triage,insights', '--address', ADDRESS]
export const SECRETS = /PRIVATE KEY|a-webhook-secret|a-client-secret|a-secret-token/

/** A folder of its own each time, with nothing in it. */
export function connectFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'connect-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The person answers no more. */
export const CTRL_D = null

export interface Person {
  /** What is answered, by how the question begins; questions without an answer fail the test. */
  answers?: Record<string, string | typeof CTRL_D>
  /** What stands on standard input. */
  input?: string
  /** Called with the address of the page on this machine. */
  browse?: (address: string) => Promise<void>
}

export interface Connecting {
  code: number
  /** Everything that was shown. */
  shown: string
}

/** Runs the command until it ends; what is wrong with the call ends it with 2. */
export async function connectAs(
  fake: FakeHost,
  args: string[],
  environment: Record<string, string>,
  { answers, input = '', browse = confirm }: Person = {}
): Promise<Connecting> {
  let shown = ''
  const browsing: Promise<void>[] = []
  const terminal: Terminal = {
    isInteractive: answers !== undefined,
    isTyped: answers !== undefined,
    say(text) {
      shown += `${text}\n`
      const [address] = /http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}/.exec(text) ?? []
      if (address !== undefined) browsing.push(browse(address))
    },
    async ask(question) {
      shown += `${question}\n`
      const [, answer] = Object.entries(answers ?? {}).find(([begin]) => question.startsWith(begin)) ?? []
      if (answer === undefined) throw new Error(`nobody answers: ${question}`)
      if (answer === CTRL_D) throw new InputEnded()
      return answer
    },
    readInput: async () => input
  }
  const code = await connect(args, { HOST_API_URL: fake.url, ...environment }, terminal).catch((error) => {
    if (!(error instanceof Error)) throw error
    shown += `${error.message}\n`
    return error instanceof UsageError ? 2 : 1
  })
  await Promise.all(browsing)
  return { code, shown }
}

/** Opens the page, sends its form to the host, and follows it back. */
export async function confirm(address: string): Promise<void> {
  await fetch(await wayBack(address))
}

export async function wayBack(address: string): Promise<string> {
  const html = await (await fetch(address)).text()
  const [, action = ''] = /action="([^"]*)"/.exec(html) ?? []
  const [, manifest = ''] = /name="manifest" value="([^"]*)"/.exec(html) ?? []
  const reply = await fetch(plain(action), {
    method: 'POST',
    body: new URLSearchParams({ manifest: plain(manifest) }),
    redirect: 'manual'
  })
  return reply.headers.get('location') ?? ''
}

const plain = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

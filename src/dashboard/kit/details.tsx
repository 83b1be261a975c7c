// Small parts that show what a record holds: badges, facts, a timeline, data as text.
import { type ComponentChildren, Fragment } from 'preact'
import { isHostEmulated } from './emulated.js'
import { formatName } from './format.js'
import { triggerWords } from './text/words.js'
import { Time } from './time.js'

const TONES: readonly (readonly [tone: string, words: readonly string[]])[] = [
  [
    'good',
    'ok success succeeded processed completed reconciled healed merged acted verified passed active current confirmed fixed done healthy resolved applied approved'.split(
      ' '
    )
  ],
  [
    'bad',
    'failed failure dead error blocked critical timed_out diverged violation ejected expired stuck high rejected at_risk request_changes'.split(
      ' '
    )
  ],
  [
    'quiet',
    'ignored cancelled skipped closed dismissed neutral revoked superseded low archived abstained removed stale none'.split(
      ' '
    )
  ]
]

/** A word of the API, with a colour that only repeats what it says. */
export function Badge({ word, children }: { word: string; children?: ComponentChildren }) {
  const tone = TONES.find(([, words]) => words.includes(word))?.[0] ?? 'plain'
  return <span class={`badge ${tone}`}>{children ?? formatName(word).toLowerCase()}</span>
}

/** What set the service to work. */
export function Trigger({ word }: { word: string }) {
  return <>{triggerWords(word) ?? <EventName of={word} />}</>
}

/** An event of the host, with the name that the documents of the host use. A line breaks between its words. */
export function EventName({ of }: { of: string }) {
  return (
    <code class="short">
      {of.split(/(?<=[._])/).map((part, at) => (
        <Fragment key={`${at} ${part}`}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  )
}

export type Fact = readonly [name: string, value: ComponentChildren]

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

export interface Stage {
  /** Where several stages may have one name. */
  id?: string
  name: string
  /** Null while it has not happened. */
  at: string | null
  tone?: 'good' | 'bad'
  children?: ComponentChildren
}

export function Timeline({ stages }: { stages: readonly Stage[] }) {
  return (
    <ol class="timeline">
      {stages.map(({ name, id = name, at, tone = '', children }) => (
        <li key={id} class={at === null ? 'ahead' : tone}>
          <strong>{name}</strong> {at === null ? <span class="muted">not yet</span> : <Time at={at} />}
          {children && <div>{children}</div>}
        </li>
      ))}
    </ol>
  )
}

export function Data({ title, value }: { title: string; value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <details class="data">
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </details>
  )
}

/** Links only where a browser may lead; the host names the address. An emulated host has no pages. */
export function OutsideLink({ href, children }: { href: string | null; children: ComponentChildren }) {
  if (href === null || isHostEmulated() || !/^https?:\/\//.test(href)) return <>{children}</>
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <span class="unseen"> (opens in a new tab)</span>
    </a>
  )
}

export const repositoryPath = (fullName: string): string => `/dashboard/repos/${fullName}`

/** Leads from what was done to why. The number of a decision means nothing to a reader. */
export function DecisionLink({ id }: { id: number }) {
  return <a href={`/dashboard/decisions/${id}`}>See its reasons</a>
}

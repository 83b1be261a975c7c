// Figures at a glance.
import type { ComponentChildren } from 'preact'

export interface Card {
  name: string
  value: ComponentChildren
  note?: ComponentChildren
  /** Leads to what stands behind the figure. */
  href?: string
  isBad?: boolean
}

export function Cards({ cards }: { cards: readonly Card[] }) {
  return (
    <dl class="cards">
      {cards.map(({ name, value, note, href, isBad = false }) => (
        <div key={name} class={isBad ? 'bad' : ''}>
          <dt>{href === undefined ? name : <a href={href}>{name}</a>}</dt>
          <dd class="value">{value}</dd>
          {note !== undefined && <dd class="muted">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

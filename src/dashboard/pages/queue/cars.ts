// A lane as what moves together: candidates with their members in front, and behind them all that wait for the same.
import type { components } from '../../../../openapi/client.js'

type Entry = components['schemas']['QueueEntry']

/** What moves as one, the front first: a candidate with its members, or all that wait for the same. */
export interface Car {
  state: 'landing' | 'testing' | 'ready' | 'pending'
  key: string
  entries: [Entry, ...Entry[]]
}

function stateOf({ stage, status }: Entry): Car['state'] {
  if (stage !== null) return stage
  return status === 'ready' ? 'ready' : 'pending'
}

export function carsOf(entries: readonly Entry[]): Car[] {
  const cars = new Map<string, Car>()
  for (const entry of [...entries].sort((one, other) => one.position - other.position)) {
    const state = stateOf(entry)
    const key = entry.stage === null ? state : `${state} ${entry.batch_id ?? entry.id}`
    const car = cars.get(key)
    if (car) car.entries.push(entry)
    else cars.set(key, { state, key, entries: [entry] })
  }
  return [...cars.values()]
}

const numbersOf = (entries: readonly Entry[]): string => {
  const names = entries.map(({ pr_number }) => `#${pr_number}`)
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export function whatComesNext([first]: readonly Car[], base: string): string {
  if (first === undefined) return ''
  const { state, entries } = first
  const [front] = entries
  const isOne = entries.length === 1
  switch (state) {
    case 'landing':
      return `${numbersOf(entries)} ${isOne ? 'lands' : 'land'} on ${base} now.`
    case 'testing':
      return `Next: ${numbersOf(entries)} ${isOne ? 'lands' : 'land'} on ${base} if the checks pass.`
    case 'ready':
      return `Next: #${front.pr_number} is tested as it would land on ${base}.`
    case 'pending':
      return `Next: #${front.pr_number} is tested once its own checks have passed.`
  }
}

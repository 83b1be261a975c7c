// One lane: what lands now, what is tested now and with what, and what each of the others waits for.
import type { ComponentChildren } from 'preact'
import type { Schemas } from '../../kit/api.js'
import { formatCount } from '../../kit/format.js'
import { type Car, carsOf, whatComesNext } from './cars.js'
import { EntryCard } from './entry.js'

type Entry = Schemas['QueueEntry']

interface LaneProps {
  lane: Schemas['QueueLane']
  entries: readonly Entry[]
  /** What people can do about a lane that has stopped. */
  resume: ComponentChildren
}

export function LaneSection({ lane: { base_branch, depth, frozen, stopped }, entries, resume }: LaneProps) {
  const cars = carsOf(entries)
  return (
    <section>
      <h2>
        {base_branch} <span class="muted">{formatCount(depth, 'pull request', 'pull requests')}</span>
      </h2>
      {frozen !== null && <p class="fault">Frozen, so that nothing lands: {frozen}</p>}
      {stopped !== null && (
        <p class="fault">
          Stopped: {stopped} {resume}
        </p>
      )}
      <Track base={base_branch} cars={cars} />
      <p>{whatComesNext(cars, base_branch)}</p>
      <ol class="cars">
        {cars.map((car, at) => (
          <li key={car.key} class={car.state}>
            <h3>{titleOf(car, base_branch)}</h3>
            <p class="muted">{aboutCar(car, at === 0 ? base_branch : undefined)}</p>
            <ol class="members">
              {car.entries.map((entry) => (
                <li key={entry.id}>
                  <EntryCard entry={entry} />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The whole lane at a glance. The list below says the same in words. */
function Track({ base, cars }: { base: string; cars: readonly Car[] }) {
  return (
    <div class="track" aria-hidden="true">
      <span class="base">{base}</span>
      {cars.map(({ key, state, entries }) => (
        <span key={key} class={state}>
          <span class="what">{state}</span>
          {entries.map(({ id, pr_number }) => (
            <span key={id} class="chip">
              #{pr_number}
            </span>
          ))}
        </span>
      ))}
    </div>
  )
}

function titleOf({ state, entries }: Car, base: string): string {
  switch (state) {
    case 'landing':
      return `Landing on ${base}`
    case 'testing':
      return entries.length === 1
        ? 'Tested as it would land'
        : `${entries.length} tested together, as they would land`
    case 'ready':
      return 'Ready: its own checks have passed'
    case 'pending':
      return 'Waiting for its own checks'
  }
}

/** What a candidate stands on; of those with areas that is not said, because each area has its own. */
function aboutCar({ state, entries: [{ candidate_sha, areas }] }: Car, base: string | undefined): string {
  if (state === 'ready') return 'Each is tested when its turn comes, in this order.'
  if (state === 'pending') return 'What its own commit has to pass before it takes part.'
  if (candidate_sha === null) return 'The commit that would land is being built.'
  const commit = `Candidate ${candidate_sha.slice(0, 7)}`
  if (areas !== null) return `${commit}, for ${areas.join(', ')}.`
  return base === undefined ? `${commit}, on top of what stands before it.` : `${commit}, on top of ${base}.`
}

// The settings in cards: one for each pillar, and one for each other part of the configuration.
import { serviceConfig } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { formatCount } from '../../kit/format.js'
import type { Faults, FieldDraft } from '../../kit/forms/drafts.js'
import { type Fields, fieldLabel } from '../../kit/forms/fields.js'
import { SettingField } from './setting.js'
import { type Edits, flatSettings, type Setting } from './settings.js'

interface CardOf {
  name: string
  title: string
  description: string
  settings: readonly Setting[]
}

function cardOf(name: string, fields: Fields, above: readonly string[]): CardOf {
  const { description = '', properties = {} } = fields[name] ?? { type: 'object' }
  return { name, title: fieldLabel(name), description, settings: flatSettings(properties, [...above, name]) }
}

const { settings, baseline, expressions, custom_rules, quality_gates } = serviceConfig
const pillars: Fields = serviceConfig.pillars.properties
const PARTS: Fields = { settings, baseline }

export const CARDS: readonly CardOf[] = [
  cardOf('settings', PARTS, []),
  ...Object.keys(pillars).map((name) => cardOf(name, pillars, ['pillars'])),
  cardOf('baseline', PARTS, []),
  {
    name: 'rules',
    title: 'Rules and gates',
    description: 'What is set here is added to the rules and gates of the files.',
    settings: flatSettings({ expressions, custom_rules, quality_gates }, [])
  }
]

export const SETTINGS: readonly Setting[] = CARDS.flatMap((card) => card.settings)

export interface CardsProps {
  base: Schemas['RepoConfig']
  edits: Edits
  faults: Faults
  /** Keys of the file without effect, with the reason. */
  shadows: ReadonlyMap<string, string>
  onEdit: (setting: Setting, draft: FieldDraft | null) => void
  onUndo: (setting: Setting) => void
}

export function SettingCards(props: CardsProps) {
  return (
    <div class="settings">
      {CARDS.map((card) => (
        <SettingCard key={card.name} card={card} of={props} />
      ))}
    </div>
  )
}

/** The switch of a pillar is always in sight, its options are opened. The few settings for all pillars are open. */
function SettingCard({ card, of }: { card: CardOf; of: CardsProps }) {
  const { name, title, description, settings: all } = card
  const isFirst = name === 'settings'
  const shown = all.filter(({ keys }) => isFirst || keys.slice(2).join('.') === 'enabled')
  const options = all.filter((one) => !shown.includes(one))
  const edited = options.filter(({ pointer }) => of.edits[pointer] !== undefined).length
  const isFaulty = options.some(({ pointer }) =>
    Object.keys(of.faults).some((path) => path.startsWith(pointer))
  )
  return (
    <section class="setting-card" aria-labelledby={`card-${name}`}>
      <h2 id={`card-${name}`}>{title}</h2>
      <p class="muted">{description}</p>
      {shown.map((setting) => (
        <SettingField key={setting.pointer} setting={setting} of={of} />
      ))}
      {options.length > 0 && (
        <details open={isFaulty || undefined}>
          <summary>
            {formatCount(options.length, 'option', 'options')}
            {edited > 0 && `, ${edited} edited`}
            <span class="unseen"> of {title}</span>
          </summary>
          {options.map((setting) => (
            <SettingField key={setting.pointer} setting={setting} of={of} />
          ))}
        </details>
      )}
    </section>
  )
}

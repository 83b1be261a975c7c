// A list of words that the service knows: boxes to tick.
import { formatName } from '../format.js'
import { rowsIn } from './drafts.js'
import { type FieldProps, Label, Note, noteId } from './parts.js'

export function Choices(props: FieldProps) {
  const { id, path, field, draft, onEnter } = props
  const chosen = rowsIn(draft)
  const { enum: words = [], enumDescriptions: meanings } = field.items ?? {}
  const options = words.map(String)
  const choose = (option: string, isChosen: boolean) =>
    onEnter(options.filter((one) => (one === option ? isChosen : chosen.includes(one))))
  return (
    <fieldset class="group" aria-describedby={noteId(props)}>
      <legend>
        <Label of={props} />
      </legend>
      <Note of={props} />
      <div class={meanings ? 'boxes explained' : 'boxes'}>
        {options.map((option) => (
          <div key={option}>
            <label>
              <input
                type="checkbox"
                name={path}
                aria-describedby={meanings && `${id}-${option}`}
                checked={chosen.includes(option)}
                onChange={(event) => choose(option, event.currentTarget.checked)}
              />
              {formatName(option)}
            </label>
            {meanings && (
              <span id={`${id}-${option}`} class="muted">
                {meanings[option]}
              </span>
            )}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

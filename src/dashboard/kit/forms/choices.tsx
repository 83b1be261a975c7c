// A list of words that the service knows: boxes to tick.
import { formatName } from '../format.js'
import { rowsIn } from './drafts.js'
import { type FieldProps, Label, Note, noteId } from './parts.js'

export function Choices(props: FieldProps) {
  const { path, field, draft, onEnter } = props
  const chosen = rowsIn(draft)
  const options = field.items?.enum?.map(String) ?? []
  const choose = (option: string, isChosen: boolean) =>
    onEnter(options.filter((one) => (one === option ? isChosen : chosen.includes(one))))
  return (
    <fieldset class="group" aria-describedby={noteId(props)}>
      <legend>
        <Label of={props} />
      </legend>
      <Note of={props} />
      <div class="boxes">
        {options.map((option) => (
          <label key={option}>
            <input
              type="checkbox"
              name={path}
              checked={chosen.includes(option)}
              onChange={(event) => choose(option, event.currentTarget.checked)}
            />
            {formatName(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

// A switch for what is either on or off, and always one of them.
import { type FieldProps, Label, Note, noteId } from './parts.js'

export function Toggle(props: FieldProps) {
  const { id, path, draft, onEnter } = props
  return (
    <div class="field">
      <div class="switch">
        <input
          type="checkbox"
          role="switch"
          id={id}
          name={path}
          checked={draft === 'true'}
          aria-checked={draft === 'true'}
          aria-describedby={noteId(props)}
          onChange={(event) => onEnter(String(event.currentTarget.checked))}
        />
        <label for={id}>
          <Label of={props} />
        </label>
      </div>
      <Note of={props} />
    </div>
  )
}

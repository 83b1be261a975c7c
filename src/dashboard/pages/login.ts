// The login page: an API key opens a session.
import { type ApiFailure, apiClient, callApi } from '../kit/api.js'
import { element } from '../kit/dom.js'
import { formatWait } from '../kit/format.js'
import { showPage } from '../kit/frame.js'
import { returnPath } from '../kit/return-path.js'

export async function showLogin(): Promise<void> {
  // The SameSite cookie is not sent along a link from another site, so the user may be logged in already.
  const { data } = await callApi(apiClient.GET('/api/auth/check'))
  if (data?.authenticated) enter()
  else showForm()
}

function enter(): void {
  location.replace(returnPath(new URLSearchParams(location.search).get('from')))
}

function showForm(): void {
  const fault = element('p', { id: 'fault', class: 'failure', role: 'alert' })
  const key = element('input', {
    id: 'key',
    name: 'key',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
    maxlength: 512,
    'aria-describedby': 'fault'
  })
  const button = element('button', { type: 'submit', class: 'primary' }, 'Log in')
  const submit = async (event: Event) => {
    event.preventDefault()
    button.disabled = true
    const { failure } = await callApi(apiClient.POST('/api/auth/login', { body: { password: key.value } }))
    if (!failure) return enter()
    button.disabled = false
    fault.textContent = wordsOf(failure)
    key.setAttribute('aria-invalid', 'true')
    key.select()
  }
  const onsubmit = (event: Event) => void submit(event)
  const label = element('label', { for: 'key' }, 'API key')
  // POST keeps the key out of the URL even if the listener is missing.
  const form = element('form', { method: 'post', class: 'login', onsubmit }, label, key, fault, button)
  const code = (text: string) => element('code', {}, text)
  const hint = element(
    'p',
    { class: 'muted' },
    'Enter one of the keys of the setting ',
    code('API_KEY'),
    ' or ',
    code('API_KEYS'),
    '. If neither is set, the key is ',
    code('apiKey'),
    ' in ',
    code('secrets.json'),
    ', in the folder ',
    code('DATA_DIR'),
    ' (',
    code('./data'),
    '). The README says more under “Settings”.'
  )
  const elsewhere = element(
    'p',
    {},
    'Programs need no login: see the ',
    element('a', { href: '/docs' }, 'API document'),
    '.'
  )
  showPage('Log in', hint, form, elsewhere)
  key.focus()
}

function wordsOf({ message, retryAfterSeconds }: ApiFailure): string {
  return retryAfterSeconds > 0 ? `${message} Try again in ${formatWait(retryAfterSeconds)}.` : message
}

// As whom the host counts calls that are made for no installation of an App.

/** With a token there is one installation, which no App has: the host's own first one. */
export const TOKEN_INSTALLATION = 1
/** In place of an installation: the App as such. */
export const APP_ITSELF = 0

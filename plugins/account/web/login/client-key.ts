/** Names this client to the server in the header `key`. It is no secret and grants nothing. */
export const CLIENT_KEY = 'reelport-web';

/** A top-level statement begins where a line begins with neither a space nor what closes something. */
const STATEMENT = /^(?=[^\s)}\]])/m;
const SCHEMA = /^((?:export )?const \w+(?:: [^=]+)? = )((?:z|page|\w+Schema)\b[^]*);(\s*)$/;
const CALL = /^((?:export )?const \w+ = )(defineCall\([^]*)$/;
/** A schema of a call, as the formatter leaves it. */
const PART = /^ {2}(?:params|query|body|data)[:,][^]*?\n(?= {2}[^\s)}\]]|\})/gm;

/**
 * A loader for the data that both sides of the wire share. Browsers only send what the server checks and trust what it
 * answers, so calls lose their schemas there, and a schema that nothing else needs is not made, which would take a slow
 * phone a tenth of a second when it starts.
 * @param {string} source formatted
 */
export default function withoutSchemas(source) {
  return source
    .split(STATEMENT)
    .map((statement) => {
      const [call, name = '', rest = ''] = CALL.exec(statement) ?? [];
      return call === undefined
        ? statement.replace(SCHEMA, '$1/*#__PURE__*/ (() => $2)();$3')
        : `${name}/*#__PURE__*/ ${rest.replace(PART, '')}`;
    })
    .join('');
}

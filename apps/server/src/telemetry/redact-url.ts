const SECRET_PARAMETER = /^(password|grant|sign|url|x-amz-.*)$/i;

/** Secrets that travel in an address never reach a log (SECURITY 11), however they are escaped. */
export function redactUrl(url: string): string {
  return url.replace(/([?&])([^=&]+)=[^&]*/g, (pair, mark: string, name: string) => {
    const [decoded = name] = new URLSearchParams(name).keys();
    return SECRET_PARAMETER.test(decoded) ? `${mark}${name}=[redacted]` : pair;
  });
}

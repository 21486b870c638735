const SECRET_PARAMETER = /^(password|grant|sign|url|commit|x-amz-.*)$/i;

/** Removes secrets in a URL, in any escaping, so that they never reach a log (SECURITY 11). */
export function redactUrl(url: string): string {
  return url.replace(/([?&])([^=&]+)=[^&]*/g, (pair, mark: string, name: string) => {
    const [decoded = name] = new URLSearchParams(name).keys();
    return SECRET_PARAMETER.test(decoded) ? `${mark}${name}=[redacted]` : pair;
  });
}

// Makes a passkey, or comes back with one. The server's options and the browser's answers are JSON, in which bytes are
// written in base64url.

const button = document.getElementById("make-passkey") ?? document.getElementById("come-back");
const told = document.getElementById("passkey-told");

function bytes(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function text(buffer) {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Sends JSON and returns the answer. Throws an Error with a sentence for people.
async function send(address, body) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": button.dataset.csrf },
    body: JSON.stringify(body),
  });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(found.error ?? "That did not work. Please load the page again.");
  return found;
}

function withBytes(options) {
  options.challenge = bytes(options.challenge);
  if (options.user) options.user.id = bytes(options.user.id);
  for (const list of [options.excludeCredentials, options.allowCredentials]) {
    for (const each of list ?? []) each.id = bytes(each.id);
  }
  return options;
}

function written(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) response[name] = text(credential.response[name]);
  }
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response };
}

async function ask(isNew) {
  const publicKey = withBytes(await send(button.dataset.options, {}));
  const credential = await (isNew ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey }));
  const { next } = await send(button.dataset.answer, written(credential));
  location.assign(next);
}

// The names of a browser's own errors say nothing to people.
function sentence(error) {
  if (error.name === "NotAllowedError") return "Nothing was chosen, so nothing has changed.";
  if (error.name === "InvalidStateError") return "This device has a passkey of yours already.";
  return error.name === "Error" ? error.message : "This browser or device cannot do that.";
}

if (button && !window.PublicKeyCredential) {
  button.disabled = true;
  told.textContent = "This browser knows no passkeys.";
}

button?.addEventListener("click", async () => {
  told.textContent = "Your device asks you now.";
  button.disabled = true;
  try {
    await ask(button.id === "make-passkey");
  } catch (error) {
    told.textContent = sentence(error);
  }
  button.disabled = false;
});

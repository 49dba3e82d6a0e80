/**
 * The light of all planets, as GLSL. It stands still in the view: upper left in front, so that a turned
 * planet rolls through its terminator. It is worked out per vertex as two sums, A (what a shadow takes
 * away) and B (what stays).
 */

/** The direction of the sun in the view. */
export const SUN = /** @type {const} */ ([-0.62, 0.55, 0.56]);

export const head = /* glsl */ `
precision highp float;
precision highp int;
`;

export const light = /* glsl */ `
const vec3 SUN = normalize(vec3(${SUN.join(", ")}));
const vec3 BACK = normalize(vec3(0.72, -0.5, -0.1));
const vec3 BOUNCE = normalize(SUN + vec3(0.0, 0.0, 1.0));

/* The radial normal decides day and night; the facet only shades within it. */
void lightUp(vec3 facet, vec3 radial, out vec3 a, out vec3 b) {
  float sun = dot(radial, SUN);
  float day = smoothstep(-0.16, 0.34, sun);
  vec3 key = mix(vec3(1.0, 0.40, 0.16), vec3(1.0, 0.90, 0.74), smoothstep(-0.05, 0.42, sun));
  float lit = max(dot(facet, SUN), 0.0) * 0.92 + 0.08 * max(sun, 0.0);
  vec3 sky = mix(vec3(0.075, 0.11, 0.24), vec3(0.34, 0.46, 0.70), day) * (0.62 + 0.38 * dot(facet, radial));
  a = key * (2.62 * lit * day);
  b = sky + vec3(0.156, 0.102, 0.292) * (max(dot(facet, BACK), 0.0) * (1.0 - day));
}

/* Air between the eye and the limb: its colour, and how much of it in w. */
vec4 airUp(vec3 radial, vec3 eye) {
  float graze = 1.0 - max(dot(radial, eye), 0.0);
  graze *= graze;
  vec3 tint = mix(vec3(0.05, 0.09, 0.30), vec3(0.20, 0.44, 1.05), smoothstep(-0.3, 0.5, dot(radial, SUN)));
  return vec4(tint, graze * graze * 0.40);
}

vec3 film(vec3 c) {
  c *= 0.86;
  c = clamp((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14), 0.0, 1.0);
  return pow(c, vec3(1.0 / 2.2));
}
`;

/** Soft shadows: ten looks at the sun's depth, turned differently in each pixel. */
export const shadow = /* glsl */ `
uniform sampler2D uShadow;
uniform float uShadowStep;
float shade(vec4 at, float tilt, vec2 seed) {
  vec3 p = at.xyz / at.w * 0.5 + 0.5;
  if (p.z >= 1.0) return 1.0;
  float bias = 0.0012 + 0.0035 * (1.0 - tilt);
  float turn = fract(sin(dot(seed, vec2(12.9898, 78.233))) * 43758.5453) * 6.2832;
  vec2 spin = vec2(cos(turn), sin(turn));
  float sum = 0.0;
  for (int i = 0; i < 10; i++) {
    float r = sqrt((float(i) + 0.5) / 10.0) * 2.6 * uShadowStep;
    float t = float(i) * 2.39996;
    vec2 o = vec2(cos(t), sin(t));
    o = vec2(o.x * spin.x - o.y * spin.y, o.x * spin.y + o.y * spin.x) * r;
    sum += step(p.z - bias, texture(uShadow, p.xy + o).r);
  }
  return sum / 10.0;
}
`;

/** What all surfaces of a planet share: where a vertex is, lit how, and glowing or standing back. */
export const surface = /* glsl */ `
in vec3 position;
in vec4 matter;
in vec4 tint;
in vec2 detail;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix, uShadowView;
uniform mat4 uFaces[12];
uniform float uUnroll, uGlowing;
uniform float uGlow[60];

vec4 world;
vec3 facet, radial;
vec4 air;
int area;

void place() {
  area = int(tint.a * 255.0 + 0.5);
  vec4 p = vec4(position, 1.0);
  vec4 n = vec4(matter.xyz, 0.0);
  vec4 r = vec4(position, 0.0);
  if (uUnroll > 0.0) {
    mat4 face = uFaces[area / 5];
    p = face * p;
    n = face * n;
    r = face * r;
  }
  world = modelMatrix * p;
  facet = mat3(modelMatrix) * n.xyz;
  radial = normalize(mat3(modelMatrix) * r.xyz);
  air = uUnroll > 0.0 ? vec4(0.0) : airUp(radial, normalize(-viewMatrix[3].xyz - world.xyz));
  gl_Position = projectionMatrix * (viewMatrix * world);
}

/* Chosen areas glow from their border, the others stand back, greyer. */
void glowUp(inout vec3 a, inout vec3 b) {
  if (uGlowing <= 0.0) return;
  float chosen = uGlow[area];
  float dim = mix(0.5, 1.1, chosen);
  vec3 grey = vec3(dot(a, vec3(0.3, 0.59, 0.11)));
  a = mix(a, mix(mix(grey, a, 0.5), a, chosen) * dim, uGlowing);
  b = mix(b, b * dim, uGlowing) + uGlowing * chosen * vec3(1.3, 0.72, 0.23) * exp(-24.0 * detail.x);
}
`;

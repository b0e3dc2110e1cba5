from pathlib import Path

from PIL import Image, ImageEnhance, ImageFilter, ImageOps

PICTURES = Path("/home/user/Pictures")
scene = Image.open(PICTURES / "scene.png").convert("RGB")
hue, saturation, value = scene.convert("HSV").split()
vivid = Image.merge("HSV", (hue, saturation.point(lambda level: min(255, level * 5 // 4)), value))
sign = Image.open(PICTURES / "sign.png").convert("RGB")
green = Image.new("RGB", sign.size, (0, 200, 0))
green.paste(sign, mask=ImageOps.invert(sign.convert("L")))
edited = {
    "darker": ImageEnhance.Brightness(scene).enhance(0.7),
    "contrast": ImageEnhance.Contrast(scene).enhance(1.3),
    "vivid": vivid.convert("RGB"),
    "mirrored": ImageOps.mirror(scene),
    "palette": scene.quantize(256),
    "copy": scene,
    "small": scene.resize((60, 40)),
    "green": green,
    "sharp": scene.filter(ImageFilter.SHARPEN),
}
for name, picture in edited.items():
    picture.save(PICTURES / f"{name}.png")
settings = Path("/home/user/.config/GIMP/2.10/gimprc")
settings.parent.mkdir(parents=True, exist_ok=True)
settings.write_text('# settings\n\n(theme "Light")\n')

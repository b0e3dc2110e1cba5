#!/bin/sh
# Makes the short clips the VLC tasks use: still pictures with a title, two frames a second, no sound (key frames rare, to stay small).
# Needs ffmpeg with drawtext and the DejaVu fonts. Usage: scripts/make_clips.sh TASKS_FOLDER
set -eu
tasks=$1
font=/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf

# clip FILE SECONDS_A_SLIDE COLOUR=TITLE...
clip() {
    file=$1 seconds=$2 keyframes=$((seconds < 30 ? 20 : 600))
    shift 2
    mkdir -p "$(dirname "$file")"
    inputs="" graph="" labels="" number=0
    for slide in "$@"; do
        inputs="$inputs -f lavfi -i color=c=${slide%%=*}:s=640x360:r=2:d=$seconds"
        graph="$graph[$number]drawtext=fontfile=$font:text='${slide#*=}':fontsize=56:fontcolor=white:x=(w-tw)/2:y=(h-th)/2[s$number];"
        labels="$labels[s$number]"
        number=$((number + 1))
    done
    # shellcheck disable=SC2086
    ffmpeg -v error -y $inputs -filter_complex "$graph${labels}concat=n=$number:v=1" \
        -c:v libx264 -preset veryslow -tune stillimage -crf 30 -pix_fmt yuv420p -g "$keyframes" -bf 0 \
        -fflags +bitexact -flags:v +bitexact -map_metadata -1 "$file"
}

course=$tasks/vlc/queue_lessons/files/course
clip "$course/lesson-1-rocks.mp4" 300 "0x5b4636=Lesson 1 Rocks"
clip "$course/lesson-2-rivers.mp4" 280 "0x1f4e79=Lesson 2 Rivers"
clip "$course/lesson-3-coasts.mp4" 260 "0x1b5e20=Lesson 3 Coasts"
clip "$course/lesson-3-coasts-old.mp4" 240 "0x455a64=Lesson 3 Coasts (2019)"
clip "$course/lesson-4-glaciers.mp4" 250 "0x00838f=Lesson 4 Glaciers"

trip=$tasks/vlc/show_third_clip/files/trip
clip "$trip/01-station.mp4" 300 "0x6a1b9a=Station"
clip "$trip/02-bridge.mp4" 300 "0x283593=Bridge"
clip "$trip/03-harbour.mp4" 300 "0x00695c=Harbour"
clip "$trip/04-market.mp4" 300 "0xef6c00=Market"

clip "$tasks/vlc/snapshot_of_slide/files/moon-lecture.mp4" 20 \
    "0x37474f=Welcome" "0x4527a0=Phases" "0x1565c0=Orbit" "0x2e7d32=Eclipses" \
    "0xad1457=Tides" "0x6d4c41=Craters" "0x424242=Questions"
ffmpeg -v error -y -ss 90 -i "$tasks/vlc/snapshot_of_slide/files/moon-lecture.mp4" -frames:v 1 \
    "$tasks/vlc/snapshot_of_slide/files/tides.png"

album=$tasks/multi_apps/playlist_to_sheet/files/screening
clip "$album/opening-titles.mp4" 45 "0x263238=Opening titles"
clip "$album/harvest-day.mp4" 372 "0x827717=Harvest day"
clip "$album/night-ferry.mp4" 218 "0x0d47a1=Night ferry"
clip "$album/small-orchestra.mp4" 524 "0x880e4f=Small orchestra"
clip "$album/credits.mp4" 63 "0x212121=Credits"

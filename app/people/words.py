"""The words of friendly names. Nothing in them can offend, whichever two meet."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# People: `Quiet Heron`.
ADJECTIVES = _words(
    """
    Amber Ancient Balmy Bold Brave Breezy Bright Calm Clever Cosy Crystal Curious Dapper Daring Dewy
    Drifting Eager Early Fabled Fearless Floating Frosty Gentle Gilded Glowing Golden Green Hidden
    Hopeful Humble Icy Ivory Jolly Keen Kindly Lively Lofty Lucky Lunar Mellow Merry Mighty Mild Misty
    Modest Mossy Nimble Noble Northern Patient Peaceful Playful Polar Proud Quick Quiet Radiant Roaming
    Rosy Rustic Sandy Serene Shiny Silent Silver Sleepy Snowy Solar Southern Sparkling Spry Starry
    Steady Sunny Swift Tidal Tiny Tranquil Twilight Velvet Verdant Wandering Warm Wild Windy Wise Witty
    Zesty
    """
)
CREATURES = _words(
    """
    Albatross Badger Beaver Bison Chamois Cormorant Crane Curlew Dormouse Egret Finch Gazelle Gecko Gull
    Hedgehog Heron Hoopoe Ibis Jackdaw Jay Kestrel Kingfisher Kiwi Kookaburra Lemming Lemur Magpie
    Mallard Manatee Marmot Marten Mole Moose Narwhal Newt Nightingale Okapi Oriole Osprey Pangolin
    Partridge Peacock Pelican Pheasant Pika Plover Porcupine Possum Quail Quokka Rabbit Raccoon Raven
    Robin Salamander Sandpiper Skylark Sparrow Starling Stoat Stork Swallow Swan Swift Tapir Tern Thrush
    Tortoise Vole Wallaby Weasel Wombat Woodpecker Wren
    """
)
# Rooms: `Lantern Bay`.
LIGHTS = _words(
    """
    Acorn Amber Anchor Aurora Birch Cedar Cinder Cloud Clover Comet Compass Copper Coral Crescent Dawn
    Driftwood Echo Ember Feather Fern Firefly Flint Foam Granite Harvest Hazel Heather Juniper Lantern
    Lark Lichen Lupin Maple Meteor Moon Moss Mulberry Nebula Nutmeg Opal Pebble Pepper Pine Pumice
    Quartz Rain Rowan Saffron Sage Sail Shell Silver Snowdrop Spruce Star Stone Summer Sunset Thistle
    Thyme Tide Walnut Willow Winter
    """
)
PLACES = _words(
    """
    Bay Beacon Bluff Brook Canyon Cape Cliff Cove Creek Delta Dune Fjord Ford Forest Garden Glade Glen
    Grotto Grove Harbour Heath Hill Hollow Island Lagoon Lake Landing Ledge Lookout Marsh Meadow Mesa
    Oasis Orchard Pass Peak Pier Plain Point Pond Reef Ridge River Shore Sound Spring Steppe Summit
    Terrace Valley Vista Wharf Wood
    """
)
